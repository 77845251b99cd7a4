import { mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { version } from '../../package.json'
import { readConfiguration } from '../../server/configuration'
import { defineCommand } from '../command/command'
import type { CommandContext } from '../command/context'
import { UsageError } from '../exit'
import { writeNewFile } from '../runtime/machine'
import { compiledProgram } from '../runtime/program'
import { SERVICE_KINDS } from '../service/kinds'
import {
  type ServiceFile,
  type ServiceSettings,
  secondsOf,
  secretNames,
  variablesOf,
} from '../service/settings'
import { words } from '../words'

const USUAL_PROGRAM = '/usr/local/bin/gw'
const USUAL_DATA = '/var/lib/gw'
const EXAMPLE_SITE = 'ai.example.com'
/** Files that services and proxies of other users read; no secret is in them. */
const READABLE = 0o644

export const service = defineCommand({
  path: ['service'],
  localOnly: true,
  reads: true,
  summary: 'print the files that run the gateway as a service, in containers or behind a proxy',
  args: [
    {
      name: 'kind',
      summary: 'systemd, launchd, docker, compose, kubernetes, helm, nginx or caddy',
      choices: Object.keys(SERVICE_KINDS),
    },
  ],
  flags: {
    dir: { kind: 'text', value: 'DIR', summary: 'write the files into this folder' },
    program: { kind: 'text', value: 'PATH', summary: 'where gw is (default: this program)' },
    site: {
      kind: 'text',
      value: 'NAME',
      summary: 'host name that clients call (default: of the option ServerAddress)',
    },
    image: { kind: 'text', value: 'NAME', summary: 'container image (default gw:VERSION)' },
  },
  examples: [
    'gw service systemd > /etc/systemd/system/gw.service',
    'gw service docker --dir .',
    'gw service helm --dir . --image registry.example.com/gw:0.1.0',
    'gw service nginx --site ai.example.com',
  ],
  json: { path: 'text', text: 'text' },
  run: async (context, { args, flags }) => {
    const make = SERVICE_KINDS[args.kind]
    if (make === undefined) throw new UsageError(words`no files for ${args.kind}`)
    const files = make(await settingsOf(context, flags))
    for (const name of secretNames(context.env)) {
      context.output.note(words`${name} is a secret and not in the files: pass it separately`)
    }
    if (flags.dir !== undefined) return write(context, resolve(flags.dir), files)
    if (context.output.mode.json) return context.output.value('', files)
    const [only, ...others] = files
    if (only !== undefined && others.length === 0) return context.output.write(only.text)
    for (const { path, text } of files) context.output.write(`# ${path}\n${text}\n`)
  },
})

interface Given {
  readonly program: string | undefined
  readonly site: string | undefined
  readonly image: string | undefined
}

async function settingsOf(context: CommandContext, given: Given): Promise<ServiceSettings> {
  const { env, dataFlag } = context
  const configuration = readConfiguration(env, { data: dataFlag })
  const { host, port, maxBodyMb } = configuration
  return {
    program: given.program ?? compiledProgram() ?? USUAL_PROGRAM,
    version,
    host,
    port,
    dataDir: context.namesDatabase ? configuration.dataDir : USUAL_DATA,
    site: given.site ?? (await siteOf(context)) ?? EXAMPLE_SITE,
    image: given.image ?? `gw:${version}`,
    maxBodyMb,
    ...secondsOf(configuration),
    variables: variablesOf(env),
  }
}

/** As the option ServerAddress of the database says, if there is one. */
async function siteOf(context: CommandContext): Promise<string | undefined> {
  const services = await context.peek()
  if (services === undefined) return undefined
  const { value } = await services.options.get('ServerAddress')
  const address = String(value)
  return URL.canParse(address) ? new URL(address).hostname : undefined
}

function write({ output }: CommandContext, folder: string, files: readonly ServiceFile[]): void {
  const written = files.map(({ path, text }) => {
    const target = join(folder, path)
    mkdirSync(dirname(target), { recursive: true })
    writeNewFile(target, text, READABLE)
    return target
  })
  output.value(written.join('\n'), files)
}
