/** The refusals of a password or a second factor that can be put right on a page, by the status of the answer. */
export const loginFaults: Readonly<Record<string, number>> = {
  authentication_failed: 401,
  otp_needed: 401,
  factor_needed: 403,
  access_denied: 403,
  rate_limited: 429,
}
