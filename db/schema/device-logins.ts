import type { Generated } from 'kysely'

/** A program that waits for somebody to let it in at a browser. */
export interface DeviceLoginsTable {
  id: Generated<number>
  /** SHA-256 of the code that the program keeps. */
  device_hash: string
  /** Under the sealing key: of the code that people type. */
  user_hash: string
  /** The program, as it calls itself. */
  client: string
  /** The machine, as it calls itself. */
  device_name: string
  ip: string
  /** Of an IPv6 address: its network. */
  network: string
  /** Separated by blanks; "" for everything that who lets it in may do. */
  scopes: string
  state: 'pending' | 'approved' | 'denied' | 'used'
  /** Who decided; 0 for nobody yet. */
  user_id: Generated<number>
  created_at: number
  expires_at: number
  /** When the program last polled; 0 for never. */
  polled_at: Generated<number>
  /** Seconds between two questions of the program, at least. */
  interval_s: number
}
