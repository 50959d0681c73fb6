-- no transaction
-- The domains whose codes an earlier version stored in the clear: none, once they are sealed.
create index concurrently if not exists domain_unsealed on domain (id)
  where (auth_code <> '' and auth_code not like 'sealed.%')
    or (transfer_code <> '' and transfer_code not like 'sealed.%')
    or (internal_auth_code <> '' and internal_auth_code not like 'sealed.%')
    or (additional_data ->> 'auth_code' <> '' and additional_data ->> 'auth_code' not like 'sealed.%')
    or (additional_data ->> 'allocation_token' <> '' and additional_data ->> 'allocation_token' not like 'sealed.%');
