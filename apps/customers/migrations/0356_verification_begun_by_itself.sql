-- Whether the present round began by itself and nobody has asked for one since: then a request to start it is answered with it.
alter table email_verification add column begun_by_itself boolean not null default false;
