-- How often letters are met in comments, so that what many have is counted in the index of all.
create statistics domain_folded_comments on (lower(comments)) from domain;
