import type { Format } from '../agent'
import type { SettingsFormat } from '../edit'
import { env } from './env'
import { json } from './json'
import { toml } from './toml'
import { yaml } from './yaml'

export const FORMATS: Readonly<Record<Format, SettingsFormat>> = { json, toml, yaml, env }
