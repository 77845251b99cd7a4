import type { IdentityPlace } from '../../../db/tables/identities'
import type { AccountSettings } from '../../configuration'
import type { OptionValues } from '../../domain/options'
import type { Claims } from './claims'

/** Who somebody is at another service. */
export interface Identity {
  /** The service's own, lasting id: names can be given up and taken by others. */
  readonly id: string
  /** Wished for; checked like any other name, and made up when it will not do. */
  readonly username: string
  readonly displayName: string
  /** Only an address the service has verified; "" otherwise. */
  readonly email: string
  /** Groups there, of a provider that reports them, and what they are here. */
  readonly claims?: Claims
  /** Id of the login there; "" where it reports none. */
  readonly session?: string
}

/** A way to sign in other than the password. */
export interface LoginMethod {
  /** As paths and made-up usernames have it. */
  readonly name: string
  /** As people read it. */
  readonly title: string
  readonly place: IdentityPlace
  readonly defaultDisplayName: string
  /** Whether the operator has switched it on. */
  readonly isOpen: (options: OptionValues) => boolean
  /** Whether a first sign-in makes an account; absent where the site's own rule decides. */
  readonly registers?: boolean | undefined
  /** Its people are those whom a directory has provisioned. */
  readonly linksScim?: boolean
}

/** What a provider needs to know about this site. */
export interface ProviderPlace {
  readonly options: OptionValues
  readonly accounts: AccountSettings
  readonly nowMs: number
  /** The text of a stored secret option. */
  readonly reveal: (stored: string) => string
}

/** What was sent along when the browser left for the provider. */
export interface Departure {
  readonly state: string
  readonly codeVerifier: string
  readonly nonce: string
  /** Who is logged in proves it again; a provider that can is told to ask for the proof. */
  readonly isRenewal: boolean
}

/** What the browser came back with. */
export interface Arrival {
  readonly code: string
  /** Absent when the front end made the link by itself, without challenge and nonce. */
  readonly departure?: Departure | undefined
}

/** A provider that speaks the authorization code flow. */
export interface OauthProvider extends LoginMethod {
  /** Where the browser is sent. */
  readonly authorizationUrl: (place: ProviderPlace, departure: Departure) => Promise<URL>
  /** Throws `PeerError`, or what the OAuth library throws. */
  readonly identify: (place: ProviderPlace, arrival: Arrival) => Promise<Identity>
}

/** Text of a field of a provider's answer; numbers count, everything else is "". */
export function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' ? value.trim() : ''
}
