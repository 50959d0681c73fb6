/** The statement of the contenders that read a customer with the least work. */
export const findByHandle = {
  name: 'customer',
  text: 'select * from customers.customer where handle = $1 and deleted_at is null',
}
