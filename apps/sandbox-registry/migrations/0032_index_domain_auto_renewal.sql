create index domain_auto_renewal on domain (expires_at) where rgp is null;
