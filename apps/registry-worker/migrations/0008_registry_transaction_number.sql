-- Numbers that make client transaction identifiers unique for ever.
create sequence registry_transaction_number;
