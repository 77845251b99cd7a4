import type { ServiceFile, ServiceSettings } from './settings'

const PRIVILEGED_BELOW = 1024
/** Where systemd stores the state of a service; only folders below it can be its own. */
const STATE_ROOT = '/var/lib/'
const SECRETS_FILE = '/etc/gw/gw.env'
/** A database that is migrated at the start may take its time. */
const START_SECONDS = 900

/** A unit whose process may write its own folder and nothing else. */
export function systemdFiles(settings: ServiceSettings): readonly ServiceFile[] {
  const { program, port, host, stopSeconds, variables } = settings
  const bind = port < PRIVILEGED_BELOW ? 'CAP_NET_BIND_SERVICE' : ''
  const state = stateOf(settings.dataDir)
  const lines = [
    '[Unit]',
    'Description=gw, AI API gateway',
    'Wants=network-online.target',
    'After=network-online.target',
    '',
    '[Service]',
    'Type=exec',
    `ExecStart=${commandWord(program)} serve`,
    // The unit is active once the gateway answers.
    `ExecStartPost=${commandWord(program)} health --wait ${START_SECONDS}`,
    `TimeoutStartSec=${START_SECONDS + stopSeconds}`,
    `TimeoutStopSec=${stopSeconds}`,
    'KillMode=mixed',
    'Restart=on-failure',
    'RestartSec=2',
    'LimitNOFILE=1048576',
    '',
    `Environment=${quoted(`HOST=${host}`)}`,
    `Environment=${quoted(`PORT=${port}`)}`,
    `Environment=${quoted(`GW_DATA=${state.dataDir}`)}`,
    ...variables.map(({ name, value }) => `Environment=${quoted(`${name}=${value}`)}`),
    `EnvironmentFile=-${SECRETS_FILE}`,
    '',
    'DynamicUser=yes',
    `StateDirectory=${quoted(state.name)}`,
    'StateDirectoryMode=0700',
    'UMask=0077',
    `CapabilityBoundingSet=${bind}`,
    `AmbientCapabilities=${bind}`,
    ...HARDENING,
    '',
    '[Install]',
    'WantedBy=multi-user.target',
    '',
  ]
  return [{ path: 'gw.service', text: lines.join('\n') }]
}

/** No MemoryDenyWriteExecute: the runtime compiles JavaScript to machine code. */
const HARDENING = [
  'NoNewPrivileges=yes',
  'ProtectSystem=strict',
  'ProtectHome=yes',
  'ProtectProc=invisible',
  'ProtectClock=yes',
  'ProtectControlGroups=yes',
  'ProtectHostname=yes',
  'ProtectKernelLogs=yes',
  'ProtectKernelModules=yes',
  'ProtectKernelTunables=yes',
  'PrivateDevices=yes',
  'PrivateTmp=yes',
  'RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK',
  'RestrictNamespaces=yes',
  'RestrictRealtime=yes',
  'RestrictSUIDSGID=yes',
  'LockPersonality=yes',
  'RemoveIPC=yes',
  'SystemCallArchitectures=native',
  'SystemCallFilter=@system-service',
  'SystemCallErrorNumber=EPERM',
]

function stateOf(dataDir: string): { readonly name: string; readonly dataDir: string } {
  const isOwn = dataDir.startsWith(STATE_ROOT) && dataDir.length > STATE_ROOT.length
  const name = isOwn ? dataDir.slice(STATE_ROOT.length) : 'gw'
  return { name, dataDir: `${STATE_ROOT}${name}` }
}

/** In a command, a dollar sign begins a variable. */
function commandWord(text: string): string {
  return quoted(text).replaceAll('$', '$$$$')
}

/** A percent sign begins a specifier. */
function quoted(text: string): string {
  const escaped = text.replace(/["\\]/g, '\\$&').replaceAll('%', '%%').replaceAll('\n', '\\n')
  return /[\s"\\]/.test(text) ? `"${escaped}"` : escaped
}
