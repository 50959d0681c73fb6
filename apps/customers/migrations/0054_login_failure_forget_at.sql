create index login_failure_forget_at on login_failure (forget_at);
