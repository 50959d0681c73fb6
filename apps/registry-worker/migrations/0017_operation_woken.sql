alter table operation
  -- a message of the registry concerned it while it was executed: it is looked at again at once
  add column is_woken boolean not null default false;
