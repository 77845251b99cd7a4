import type { ServiceFile, ServiceSettings } from './settings'

/** The gateway closes connections that were idle for 30 seconds; the proxy must be sooner. */
const IDLE_SECONDS = 20
/** A proxy that gives up first would cut a stream that the gateway still waits for. */
const MARGIN_SECONDS = 30

/** For the folder of site files, such as /etc/nginx/conf.d. */
export function nginxFiles(settings: ServiceSettings): readonly ServiceFile[] {
  const { site, maxBodyMb, silenceSeconds } = settings
  const wait = `${silenceSeconds + MARGIN_SECONDS}s`
  const lines = [
    'map $http_upgrade $gw_connection {',
    '    default upgrade;',
    '    ""      "";',
    '}',
    '',
    'upstream gw {',
    `    server ${backend(settings)};`,
    '    keepalive 64;',
    `    keepalive_timeout ${IDLE_SECONDS}s;`,
    '}',
    '',
    'server {',
    '    listen 80;',
    '    listen [::]:80;',
    `    server_name ${site};`,
    '    return 301 https://$host$request_uri;',
    '}',
    '',
    'server {',
    '    listen 443 ssl http2;',
    '    listen [::]:443 ssl http2;',
    `    server_name ${site};`,
    `    ssl_certificate     /etc/letsencrypt/live/${site}/fullchain.pem;`,
    `    ssl_certificate_key /etc/letsencrypt/live/${site}/privkey.pem;`,
    '',
    `    client_max_body_size ${maxBodyMb}m;`,
    '',
    '    location / {',
    '        proxy_pass http://gw;',
    '        proxy_http_version 1.1;',
    '        proxy_set_header Host $host;',
    '        proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;',
    '        proxy_set_header X-Forwarded-Proto $scheme;',
    '        proxy_set_header Upgrade $http_upgrade;',
    '        proxy_set_header Connection $gw_connection;',
    '        # Streams reach the client as they come.',
    '        proxy_buffering off;',
    '        proxy_request_buffering off;',
    `        proxy_read_timeout ${wait};`,
    `        proxy_send_timeout ${wait};`,
    '    }',
    '}',
    '',
  ]
  return [{ path: 'gw.conf', text: lines.join('\n') }]
}

export function caddyFiles(settings: ServiceSettings): readonly ServiceFile[] {
  const { site, maxBodyMb, silenceSeconds } = settings
  const lines = [
    `${site} {`,
    '\trequest_body {',
    `\t\tmax_size ${maxBodyMb}MB`,
    '\t}',
    `\treverse_proxy ${backend(settings)} {`,
    '\t\tflush_interval -1',
    '\t\ttransport http {',
    `\t\t\tkeepalive ${IDLE_SECONDS}s`,
    `\t\t\tread_timeout ${silenceSeconds + MARGIN_SECONDS}s`,
    '\t\t}',
    '\t}',
    '}',
    '',
  ]
  return [{ path: 'Caddyfile', text: lines.join('\n') }]
}

/** A gateway that listens everywhere is reached on this machine. */
function backend({ host, port }: ServiceSettings): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  const reached = isEverywhere ? '127.0.0.1' : host
  return `${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}
