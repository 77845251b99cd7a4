/** What `gw service` writes. */
import { composeFiles, dockerFiles } from './containers'
import { helmFiles } from './helm'
import { kubernetesFiles } from './kubernetes'
import { launchdFiles } from './launchd'
import { caddyFiles, nginxFiles } from './proxies'
import type { ServiceFile, ServiceSettings } from './settings'
import { systemdFiles } from './systemd'

type MakeFiles = (settings: ServiceSettings) => readonly ServiceFile[]

export const SERVICE_KINDS: Readonly<Record<string, MakeFiles>> = {
  systemd: systemdFiles,
  launchd: launchdFiles,
  docker: dockerFiles,
  compose: composeFiles,
  kubernetes: kubernetesFiles,
  helm: helmFiles,
  nginx: nginxFiles,
  caddy: caddyFiles,
}
