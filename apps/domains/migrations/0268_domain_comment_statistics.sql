-- How few comments are long, so that those are looked through and not found by their letters.
create statistics domain_comment_lengths on (length(comments)) from domain;
