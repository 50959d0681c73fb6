-- Labels that a trademark clearinghouse knows.
create table trademark (
  label text primary key,
  claim_key text not null
);
