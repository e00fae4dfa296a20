"""A long trial of the server: hard kills, a full or read-only disk, damaged data, two servers, a clock that jumps (docs/testing.md)."""
