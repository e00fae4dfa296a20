"""The game in a web page: the whole application as static files, without a server. ``build`` makes the folder, ``local_server`` runs in its worker."""
