-- The primary key finds domains by their numbers now.
drop index email_verification_domain_id;
