import type { ServiceFile, ServiceSettings } from './settings'

const LABEL = 'gw'

/** A daemon of macOS, for /Library/LaunchDaemons or ~/Library/LaunchAgents. */
export function launchdFiles(settings: ServiceSettings): readonly ServiceFile[] {
  const { program, host, port, dataDir, stopSeconds, variables } = settings
  const environment = [
    { name: 'HOST', value: host },
    { name: 'PORT', value: String(port) },
    { name: 'GW_DATA', value: dataDir },
    ...variables,
  ]
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN"' +
      ' "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    ...entry('Label', `<string>${LABEL}</string>`),
    '  <key>ProgramArguments</key>',
    '  <array>',
    `    <string>${escaped(program)}</string>`,
    '    <string>serve</string>',
    '  </array>',
    '  <key>EnvironmentVariables</key>',
    '  <dict>',
    ...environment.flatMap(({ name, value }) => [
      `    <key>${escaped(name)}</key>`,
      `    <string>${escaped(value)}</string>`,
    ]),
    '  </dict>',
    ...entry('RunAtLoad', '<true/>'),
    ...entry('KeepAlive', '<true/>'),
    // An octal 077 in decimal.
    ...entry('Umask', '<integer>63</integer>'),
    ...entry('ExitTimeOut', `<integer>${stopSeconds}</integer>`),
    ...entry('StandardErrorPath', `<string>${escaped(dataDir)}/gw.log</string>`),
    '</dict>',
    '</plist>',
    '',
  ]
  return [{ path: `${LABEL}.plist`, text: lines.join('\n') }]
}

function entry(key: string, value: string): readonly string[] {
  return [`  <key>${key}</key>`, `  ${value}`]
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
