alter table factor validate constraint factor_kind;
