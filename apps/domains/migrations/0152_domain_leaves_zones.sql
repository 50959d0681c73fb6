-- Whether zones of other accounts at the name of an adopted domain are left alone, until an operator confirms.
alter table domain add column leaves_zones boolean not null default false;
