create unique index one_template_per_name on template (reseller_id, lower(name));
