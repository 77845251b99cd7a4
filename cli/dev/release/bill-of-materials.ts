/** The software bill of materials in CycloneDX's form: what is inside a released program. */
import { ROOT } from './compile'

const RUNTIME = 'node_modules/bun'

interface Edition {
  readonly version: string
  readonly at: Date
}

/** npm knows the packages; the runtime, which counts as a tool there, ships in the program too. */
export async function billOfMaterials({ version, at }: Edition): Promise<string> {
  const npm = ['npm', 'sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const listed = Bun.spawnSync([...npm, '--omit', 'dev', '--package-lock-only'], {
    cwd: ROOT,
    stderr: 'inherit',
  })
  if (!listed.success) throw new Error('npm could not list the packages')
  // The number is drawn by lot, so that two runs over the same sources would differ.
  const { serialNumber: _, ...bill } = JSON.parse(listed.stdout.toString())
  const { metadata, components, dependencies } = bill
  const { component } = metadata
  const runtime = await runtimeComponent()
  const own = { ...component, name: 'gw', version }
  return `${JSON.stringify(
    {
      ...bill,
      metadata: { ...metadata, timestamp: at.toISOString(), component: own },
      components: [...components, runtime],
      dependencies: [...dependencies, { ref: runtime['bom-ref'], dependsOn: [] }],
    },
    null,
    2,
  )}\n`
}

async function runtimeComponent() {
  const { packages } = await Bun.file(`${ROOT}/package-lock.json`).json()
  const { version, license } = packages[RUNTIME]
  return {
    'bom-ref': `bun@${version}`,
    type: 'platform',
    name: 'bun',
    version,
    scope: 'required',
    purl: `pkg:npm/bun@${version}`,
    licenses: [{ license: { id: license } }],
  }
}
