create index domain_rgp on domain (rgp_until) where rgp is not null;
