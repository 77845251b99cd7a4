/** Points an agent's own settings at the gateway. */
import type { TokenJson } from '../../server/domain/endpoints/token'
import { CREDITS_PER_USD } from '../../server/domain/money/quota'
import type { AdminApi } from '../admin/api'
import type { CommandContext } from '../command/context'
import { words } from '../words'
import type { Place, SettingsFile } from './agent'
import { textWith } from './files'
import { gatewayName } from './gateway'
import { prepare, type Wish } from './prepare'
import { readRecord, type SetupRecord, touched, writeRecord, writeTouched } from './record'
import { difference, fragment, withoutKeys } from './shown'
import { findToken, makeToken, nameOnThisMachine, reuseToken, type TokenWish } from './token'

/** Credits that a new token gets when nobody says how many. */
export const USUAL_BUDGET = 5 * CREDITS_PER_USD

export interface SetupWish extends Wish {
  /** Absent where nobody has said one. */
  readonly budget: TokenWish['budget'] | undefined
}

interface SetupToken {
  readonly id: number
  readonly name: string
  readonly key: string
  readonly isNew: boolean
}

/** What a key is called while there is none. */
const NO_KEY = 'sk-…'

async function tokenFor(api: AdminApi, wish: SetupWish): Promise<SetupToken> {
  const { agent, budget, group } = wish
  const name = nameOnThisMachine(agent)
  const found = await findToken(api, name)
  const isNew = found === undefined
  const token = isNew
    ? await makeToken(api, { name, expired_time: -1, budget: budget ?? USUAL_BUDGET, group })
    : await reuseToken(api, found, { budget, group })
  return { ...pick(token), isNew }
}

const pick = ({ id, name, key }: TokenJson) => ({ id, name, key })

/** As `--dry-run` has it: no token is made, and no file written. */
export async function showDifference(context: CommandContext, wish: SetupWish): Promise<void> {
  const name = nameOnThisMachine(wish.agent)
  const { place } = await prepare(context, wish, async (api) => ({
    key: (await findToken(api, name))?.key ?? NO_KEY.slice(3),
  }))
  const files = wish.agent.files(place, context.env)
  context.output.write(files.map(difference).join(''))
  tellSteps(context, wish, { ...place, key: withoutKeys(place.key) })
  context.output.note('dry run: nothing was changed')
}

/** As `--print` has it: for files on another machine. */
export async function showFragments(context: CommandContext, wish: SetupWish): Promise<void> {
  const { place, token } = await prepare(context, wish, (api) => tokenFor(api, wish))
  const shown = { ...place, key: token?.isNew === true ? place.key : withoutKeys(place.key) }
  const { output, env } = context
  for (const file of wish.agent.files(shown, env)) {
    output.write(`# ${file.path}\n${fragment(file)}\n`)
  }
  tellSteps(context, wish, shown)
  if (token !== undefined) output.note(words`token ${token.id}: ${token.name}`)
}

export async function setUp(context: CommandContext, wish: SetupWish): Promise<void> {
  const { env, output } = context
  // What cannot be read is found before there is a token.
  const former = readRecord(env, wish.agent.id)
  const unready = { url: '', key: '', model: '', smallModel: '', models: [], now: '' }
  wish.agent.files(unready, env).forEach(textWith)
  const { place, token } = await prepare(context, wish, (api) => tokenFor(api, wish))
  const files = wish.agent.files(place, env)
  const gateway = gatewayName(context)
  const texts = files.map((file) => ({ file, text: textWith(file) }))
  const record: SetupRecord = {
    agent: wish.agent.id,
    gateway,
    token: madeToken(token, wish, former),
    files: texts.map(({ file, text }) => touched(file.path, text, noted(former, file))),
  }
  writeRecord(env, record)
  for (const [at, { text }] of texts.entries()) {
    const file = record.files[at]
    if (file !== undefined) writeTouched(file, text)
  }
  for (const { path } of files) output.note(words`wrote ${path}`)
  tellLeftOver(context, record, former)
  const isShown = token === undefined || !token.isNew
  tellSteps(context, wish, isShown ? { ...place, key: withoutKeys(place.key) } : place)
  output.note(words`model ${place.model}; "gw setup ${wish.agent.id} --undo" takes it all back`)
}

/** Of the files of the setup before this one. */
function noted(former: SetupRecord | undefined, { path }: SettingsFile) {
  return former?.files.find((file) => file.path === path)
}

/** What an undo revokes: not what was there before, and not a key that was given. */
function madeToken(
  token: SetupToken | undefined,
  { user }: SetupWish,
  former: SetupRecord | undefined,
): SetupRecord['token'] {
  if (token === undefined) return null
  const isOurs = token.isNew || former?.token?.id === token.id
  const { id, name } = token
  return isOurs ? { id, name, ...(user !== undefined && { as: user }) } : null
}

function tellLeftOver({ output }: CommandContext, now: SetupRecord, former?: SetupRecord): void {
  const oldToken = former?.token
  if (!oldToken || (oldToken.id === now.token?.id && former?.gateway === now.gateway)) return
  output.warn(
    words`the token ${oldToken.name} of ${former?.gateway ?? ''} is still there: revoke it`,
  )
}

function tellSteps({ output, env }: CommandContext, wish: SetupWish, place: Place): void {
  for (const step of wish.agent.steps?.(place, env) ?? []) output.note(step)
}
