-- What the registry of a profile speaks, and what its dialect has to know about the TLDs.
alter table profile
  add column dialect text not null default 'plain',
  add column options jsonb not null default '{}';
