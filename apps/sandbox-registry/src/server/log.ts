/** Where the registry tells what it does; pino and whatever has its methods. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
