/** Accounts without a password: the sponsor of the names in each phase, and the registrar that requests a transfer. */
export const bystanders = { sponsor: 'bystander', gainer: 'bypasser', authInfo: 'Bystander-0ne-Code' }
