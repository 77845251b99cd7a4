import { CONTAINER_DATA, containerEnvironment, NON_ROOT, yamlText } from './containers'
import type { ServiceFile, ServiceSettings } from './settings'

const LABELS = { 'app.kubernetes.io/name': 'gw' } as const
const STORAGE = '10Gi'

/** One pod with its own volume, as a database in a file needs it. */
export function kubernetesFiles(settings: ServiceSettings): readonly ServiceFile[] {
  const documents = [service(settings), statefulSet(settings)]
  return [{ path: 'gw.yaml', text: documents.map(yamlText).join('---\n') }]
}

function service({ port }: ServiceSettings): object {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'gw', labels: LABELS },
    spec: { selector: LABELS, ports: [{ name: 'http', port, targetPort: 'http' }] },
  }
}

function statefulSet(settings: ServiceSettings): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 'gw', labels: LABELS },
    spec: {
      serviceName: 'gw',
      replicas: 1,
      selector: { matchLabels: LABELS },
      template: { metadata: { labels: LABELS }, spec: podSpec(settings) },
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: {
            accessModes: ['ReadWriteOnce'],
            resources: { requests: { storage: STORAGE } },
          },
        },
      ],
    },
  }
}

function podSpec(settings: ServiceSettings): object {
  const { image, port, stopSeconds } = settings
  return {
    terminationGracePeriodSeconds: stopSeconds,
    automountServiceAccountToken: false,
    securityContext: POD_SECURITY,
    containers: [
      {
        name: 'gw',
        image,
        ports: [{ name: 'http', containerPort: port }],
        env: Object.entries(containerEnvironment(settings)).map(([name, value]) => ({
          name,
          value,
        })),
        envFrom: [{ secretRef: { name: 'gw', optional: true } }],
        ...PROBES,
        securityContext: CONTAINER_SECURITY,
        resources: { requests: { cpu: '250m', memory: '512Mi' } },
        volumeMounts: [
          { name: 'data', mountPath: CONTAINER_DATA },
          { name: 'tmp', mountPath: '/tmp' },
        ],
      },
    ],
    volumes: [{ name: 'tmp', emptyDir: {} }],
  }
}

export const POD_SECURITY = {
  runAsNonRoot: true,
  runAsUser: NON_ROOT,
  runAsGroup: NON_ROOT,
  fsGroup: NON_ROOT,
  fsGroupChangePolicy: 'OnRootMismatch',
  seccompProfile: { type: 'RuntimeDefault' },
} as const

export const CONTAINER_SECURITY = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
} as const

/** A database that cannot be written makes a pod unready; a restart would not help it. */
export const PROBES = {
  startupProbe: { tcpSocket: { port: 'http' }, periodSeconds: 5, failureThreshold: 180 },
  readinessProbe: { httpGet: { path: '/readyz', port: 'http' }, periodSeconds: 5 },
  livenessProbe: { httpGet: { path: '/livez', port: 'http' }, periodSeconds: 20 },
} as const
