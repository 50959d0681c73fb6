/** A server that a version waits for before it counts as published. */
export interface Wait {
  /** Address and port of a name server, the address of a master, or `publisher`. */
  readonly server: string
  readonly problem: string
  /** The serial that the server answers instead. */
  readonly serial?: number
}
