-- Which of the account's labels a customer has, in the order they were given. Beside the customer and not in it: a label
-- that is deleted is taken from thousands without a row or an index of theirs being written.
create table customer_tag (
  customer_id integer not null,
  tag_id integer not null,
  place integer not null,
  primary key (customer_id, tag_id),
  constraint customer_tag_customer foreign key (customer_id) references customer (id),
  constraint customer_tag_tag foreign key (tag_id) references tag (id) on delete cascade
);
