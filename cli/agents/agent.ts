/** What is known of a coding agent: where its settings are, and how it is started on a gateway. */
import type { Environment } from '../../server/configuration-values'
import type { Words } from '../words'

/** A value of JSON, which is all that the settings of agents are made of. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json }

/** One value in a file of settings. */
export interface Setting {
  readonly path: readonly string[]
  readonly value: Json
  /**
   * The path leads to a list: its item with the same value here is replaced, or one is put before
   * the others, because the first of several models is the one that is begun with.
   */
  readonly itemBy?: string
  /** What is there already stays. */
  readonly ifAbsent?: boolean
}

export type Format = 'json' | 'toml' | 'yaml' | 'env'

export interface SettingsFile {
  readonly path: string
  readonly format: Format
  readonly settings: readonly Setting[]
}

/** The gateway as the agent is to see it. */
export interface Place {
  /** Without a slash at the end. */
  readonly url: string
  /** With `sk-`. */
  readonly key: string
  readonly model: string
  /** For the small work of agents that know two models; the same where there is one. */
  readonly smallModel: string
  /** Everything that can be chatted with, for agents that let one choose. */
  readonly models: readonly string[]
  /** As in ISO 8601. */
  readonly now: string
}

/** Files for one session, which end with it. */
export interface Scratch {
  /** Returns the path. */
  readonly write: (name: string, text: string) => string
  /** Whether the user's own file says all of it. */
  readonly says: (file: SettingsFile) => boolean
  /** The file as it is, with the settings in it; the user's own stays untouched. */
  readonly merged: (file: SettingsFile) => string
  /**
   * Fills a folder of the session with links to what the user's own has besides; returns the
   * folder around it.
   */
  readonly mirror: (folder: string, name: string) => string
}

export interface Launch {
  readonly env: Readonly<Record<string, string>>
  /** Stand before the words of the user. */
  readonly args?: readonly string[]
  /** Besides, unless the user chooses a model too. */
  readonly modelArgs?: readonly string[]
  /** Variables of the shell that would be believed more. */
  readonly without?: readonly string[]
}

export interface Agent {
  readonly id: string
  readonly name: string
  /** On PATH, the usual one first. */
  readonly binaries: readonly string[]
  /** Where it stores its settings: it has been used here if that exists. */
  readonly folder: (env: Environment) => string
  /** The best model first; where nothing fits, any coding model does. */
  readonly models: readonly RegExp[]
  readonly smallModels: readonly RegExp[]
  readonly files: (place: Place, env: Environment) => readonly SettingsFile[]
  /** What no file can say. */
  readonly steps?: (place: Place, env: Environment) => readonly Words[]
  /** Absent where there is nothing to run in a terminal. */
  readonly launch?: (place: Place, env: Environment, scratch: Scratch) => Launch
}
