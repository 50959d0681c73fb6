-- Changes to make at registries, in the order they were submitted. The row is the truth: the broker only brings it.
create table operation (
  id uuid primary key,
  -- order of submission; operations on one object run in it
  seq bigserial,
  reseller_id integer not null,
  kind text not null,
  -- registry account the operation runs at
  account text not null,
  -- name of the registry object
  object text not null,
  intent jsonb not null,
  -- queued, executing, waiting (pending at the registry), unknown (sent, not answered), done, refused, failed
  state text not null,
  run_at timestamptz not null,
  -- worker that executes it; its number is locked while it lives
  worker integer,
  attempts integer not null,
  -- times the registry said in a row that the object of a lost command does not exist
  absences integer not null,
  -- why it ended as it did, or why it waits
  reason jsonb,
  correlation_id text not null,
  submitted_at timestamptz not null,
  settled_at timestamptz
);
