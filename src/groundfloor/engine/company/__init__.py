"""A company: its rooms, tenants, floors and what its people can do."""
