/** Variables of the environment as values of a type; each refusal names the variable. */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { CONFIGURATION_ROWS } from './configuration-rows'
import { type TextKey, type TextParams, translate } from './domain/i18n/translate'
import { Secret } from './log'

export type Environment = Readonly<Record<string, string | undefined>>

/** A setting the operator gave has no meaning: the command line treats it as wrong usage. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly text: TextKey
  readonly params: TextParams

  constructor(text: TextKey, params: TextParams) {
    super(translate('en', text, params))
    this.text = text
    this.params = params
  }
}

export const MAX_TIMEOUT_MS = 24 * 3600 * 1000

/** The variable, by its older name if need be, or its row's default where it is not set. */
export function text(env: Environment, name: string): string {
  const row = CONFIGURATION_ROWS.find((candidate) => candidate.name === name)
  return env[name]?.trim() || env[row?.older ?? '']?.trim() || (row?.default ?? '')
}

interface Range {
  readonly name: string
  readonly least: number
  readonly most: number
}

export function integer(given: string, { name, least, most }: Range): number {
  const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= least && value <= most)) {
    throw new ConfigurationError('configuration.whole_number', { name, least, most })
  }
  return value
}

export function timeout(env: Environment, name: string, least = 1): number {
  return integer(text(env, name), { name, least, most: MAX_TIMEOUT_MS })
}

export function secret(env: Environment, name: string): Secret | undefined {
  return secretOf(env[name])
}

export function secretOf(given: string | undefined): Secret | undefined {
  return given === undefined || given === '' ? undefined : new Secret(given)
}

/** An address with a password in it. */
export function secretAddress(env: Environment, name: string): Secret | undefined {
  const given = text(env, name)
  return given === '' ? undefined : new Secret(webAddress(env, name))
}

/** Of a Valkey or Redis server, with a password in it. */
export function valkeyAddress(env: Environment): Secret | undefined {
  const name = 'GW_VALKEY_URL'
  const given = text(env, name)
  if (given === '') return undefined
  const url = /^(?:valkey|redis)s?:\/\//i.test(given) ? URL.parse(given) : null
  if (url === null || url.hostname === '' || !/^\/?\d{0,5}$/.test(url.pathname)) {
    throw new ConfigurationError('configuration.valkey_url', { name })
  }
  return new Secret(given)
}

export function folder(env: Environment, name: string): string | undefined {
  const given = text(env, name)
  if (given === '') return undefined
  const path = resolve(given)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new ConfigurationError('configuration.folder', { name })
  }
  return path
}

export function webAddress(env: Environment, name: string): string {
  const given = text(env, name).replace(/\/+$/, '')
  if (!/^https?:\/\//.test(given) || !URL.canParse(given)) {
    throw new ConfigurationError('configuration.url', { name })
  }
  return given
}

export function oneOf<const Word extends string>(
  env: Environment,
  name: string,
  words: readonly Word[],
): Word {
  const given = text(env, name).toLowerCase()
  const word = words.find((candidate) => candidate === given)
  if (word === undefined) {
    throw new ConfigurationError('configuration.one_of', { name, words: words.join(', ') })
  }
  return word
}

/** Comma separated; none of them is a meaning, too. */
export function manyOf<const Word extends string>(
  env: Environment,
  name: string,
  words: readonly Word[],
): readonly Word[] {
  const given = text(env, name)
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
  const found = words.filter((word) => given.includes(word))
  if (found.length < new Set(given).size) {
    throw new ConfigurationError('configuration.one_of', { name, words: words.join(', ') })
  }
  return found
}
