"""What Alembic runs: the migrations on the connection that it is given."""

from alembic import context

from groundfloor.server.database.schema import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=False, render_as_batch=True
)
context.run_migrations()
