create table sample (id integer primary key);
