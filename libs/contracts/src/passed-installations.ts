/**
 * The header of a request that names the installations which an order has passed, in their order and separated by commas. An
 * installation that finds itself there refuses the order.
 */
export const PASSED_INSTALLATIONS = 'passed-installations'
