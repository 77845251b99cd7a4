/** Which agents are on this machine, and what they call. */
import { existsSync } from 'node:fs'
import type { Environment } from '../../server/configuration-values'
import { isRecord } from '../../server/domain/json/records'
import type { Agent, Setting } from './agent'
import { itemIndex, valueAt } from './edit'
import { valuesIn } from './files'
import { readRecord } from './record'
import type { FoundAgent } from './view'

export function programOf({ binaries }: Agent, env: Environment): string | undefined {
  const PATH = env.PATH ?? ''
  for (const binary of binaries) {
    const path = Bun.which(binary, { PATH })
    if (path !== null) return path
  }
  return undefined
}

export function foundAgent(agent: Agent, env: Environment, url: string | undefined): FoundAgent {
  const folder = agent.folder(env)
  const address = addressIn(agent, env)
  return {
    agent: agent.id,
    name: agent.name,
    found: programOf(agent, env) ?? (existsSync(folder) ? folder : ''),
    address,
    is_set: [url, `${url}/v1`].includes(address) && url !== undefined ? 1 : 0,
    token_id: readRecord(env, agent.id)?.token?.id ?? 0,
    files: agent.files(MARKED, env).map(({ path }) => path),
  }
}

/** Where this stands in the settings of an agent, its address would stand. */
const MARK = 'gw-address'
const MARKED = {
  ...{ url: MARK, key: '', model: '', smallModel: '' },
  models: [],
  now: '',
}

function addressIn(agent: Agent, env: Environment): string {
  for (const file of agent.files(MARKED, env)) {
    const values = valuesIn(file)
    for (const setting of file.settings) {
      const address = addressAt(values, setting)
      if (typeof address === 'string') return address
    }
  }
  return ''
}

function addressAt(values: unknown, setting: Setting): unknown {
  const { path, value, itemBy } = setting
  const there = valueAt(values, path)
  if (itemBy === undefined) return fieldMarked(value, there)
  return fieldMarked(value, Array.isArray(there) ? there[itemIndex(there, setting)] : undefined)
}

/** What stands in the place of the mark. */
function fieldMarked(marked: unknown, there: unknown): unknown {
  if (typeof marked === 'string') return marked.startsWith(MARK) ? there : undefined
  if (!isRecord(marked) || !isRecord(there)) return undefined
  const values = Object.entries(marked).map(([name, value]) => fieldMarked(value, there[name]))
  return values.find((value) => value !== undefined)
}
