"""What every request goes through: connections, limits, security, threads, log, and the making of answers."""
