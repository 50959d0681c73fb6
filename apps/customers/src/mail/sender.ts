/** Returns the domain of a sender, an address or `Name <address>`, in lower case; `localhost` when it has none. */
export function domainOf(sender: string): string {
  return (/@([^\s<>@]+)>?\s*$/.exec(sender)?.[1] ?? 'localhost').toLowerCase()
}
