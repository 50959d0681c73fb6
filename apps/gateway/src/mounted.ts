import { login } from '@nameyard/contracts/access/login'
import { createCustomer } from '@nameyard/contracts/customers/create-customer'
import { getCustomer } from '@nameyard/contracts/customers/get-customer'
import { listCustomers } from '@nameyard/contracts/customers/list-customers'
import type { AnyOperation } from '@nameyard/contracts/operation'

/** The operations that a service handles by now. What is not here answers like any unknown route. */
export const mounted: readonly AnyOperation[] = [login, createCustomer, getCustomer, listCustomers]
