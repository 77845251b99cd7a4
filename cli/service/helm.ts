import { CONTAINER_DATA, containerEnvironment, yamlText } from './containers'
import { CONTAINER_SECURITY, POD_SECURITY, PROBES } from './kubernetes'
import type { ServiceFile, ServiceSettings } from './settings'

/** A folder that `helm install` takes. */
export function helmFiles(settings: ServiceSettings): readonly ServiceFile[] {
  return [
    { path: 'gw/Chart.yaml', text: yamlText(chart(settings)) },
    { path: 'gw/values.yaml', text: yamlText(values(settings)) },
    { path: 'gw/templates/_helpers.tpl', text: HELPERS },
    { path: 'gw/templates/service.yaml', text: SERVICE },
    { path: 'gw/templates/statefulset.yaml', text: STATEFUL_SET },
    { path: 'gw/templates/ingress.yaml', text: INGRESS },
    { path: 'gw/templates/NOTES.txt', text: NOTES },
  ]
}

function chart({ version }: ServiceSettings): object {
  return {
    apiVersion: 'v2',
    name: 'gw',
    description: 'AI API gateway: many upstream channels behind one API, with exact billing',
    type: 'application',
    version,
    appVersion: version,
  }
}

function values(settings: ServiceSettings): object {
  const { image, port, site, stopSeconds } = settings
  const { PORT: _, GW_DATA: __, HOST: ___, ...env } = containerEnvironment(settings)
  const at = image.lastIndexOf(':')
  const isTagged = at > image.lastIndexOf('/')
  return {
    image: {
      repository: isTagged ? image.slice(0, at) : image,
      tag: isTagged ? image.slice(at + 1) : '',
      pullPolicy: 'IfNotPresent',
    },
    // More than one only with GW_DATABASE_URL on PostgreSQL, in the secret.
    replicas: 1,
    port,
    env,
    existingSecret: '',
    storage: { size: '10Gi', className: '' },
    stopSeconds,
    resources: { requests: { cpu: '250m', memory: '512Mi' } },
    ingress: { enabled: false, className: '', host: site, tlsSecret: '', annotations: {} },
    podSecurityContext: POD_SECURITY,
    securityContext: CONTAINER_SECURITY,
    ...PROBES,
  }
}

const HELPERS = `{{- define "gw.labels" -}}
app.kubernetes.io/name: gw
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "gw.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}
{{- define "gw.name" -}}
{{- if contains "gw" .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}
{{- else }}{{ printf "%s-gw" .Release.Name | trunc 52 | trimSuffix "-" }}{{ end }}
{{- end }}
`

const SERVICE = `apiVersion: v1
kind: Service
metadata:
  name: {{ include "gw.name" . }}
  labels:
    {{- include "gw.labels" . | nindent 4 }}
spec:
  selector:
    {{- include "gw.labels" . | nindent 4 }}
  ports:
    - name: http
      port: {{ .Values.port }}
      targetPort: http
`

const STATEFUL_SET = `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: {{ include "gw.name" . }}
  labels:
    {{- include "gw.labels" . | nindent 4 }}
spec:
  serviceName: {{ include "gw.name" . }}
  replicas: {{ .Values.replicas }}
  selector:
    matchLabels:
      {{- include "gw.labels" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "gw.labels" . | nindent 8 }}
    spec:
      terminationGracePeriodSeconds: {{ .Values.stopSeconds }}
      automountServiceAccountToken: false
      securityContext:
        {{- toYaml .Values.podSecurityContext | nindent 8 }}
      containers:
        - name: gw
          image: {{ include "gw.image" . | quote }}
          imagePullPolicy: {{ .Values.image.pullPolicy }}
          ports:
            - name: http
              containerPort: {{ .Values.port }}
          env:
            - name: HOST
              value: 0.0.0.0
            - name: PORT
              value: {{ .Values.port | quote }}
            - name: GW_DATA
              value: ${CONTAINER_DATA}
            {{- range $name, $value := .Values.env }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
          {{- with .Values.existingSecret }}
          envFrom:
            - secretRef:
                name: {{ . }}
          {{- end }}
          startupProbe:
            {{- toYaml .Values.startupProbe | nindent 12 }}
          readinessProbe:
            {{- toYaml .Values.readinessProbe | nindent 12 }}
          livenessProbe:
            {{- toYaml .Values.livenessProbe | nindent 12 }}
          securityContext:
            {{- toYaml .Values.securityContext | nindent 12 }}
          resources:
            {{- toYaml .Values.resources | nindent 12 }}
          volumeMounts:
            - name: data
              mountPath: ${CONTAINER_DATA}
            - name: tmp
              mountPath: /tmp
      volumes:
        - name: tmp
          emptyDir: {}
  volumeClaimTemplates:
    - metadata:
        name: data
      spec:
        accessModes: [ReadWriteOnce]
        {{- with .Values.storage.className }}
        storageClassName: {{ . }}
        {{- end }}
        resources:
          requests:
            storage: {{ .Values.storage.size }}
`

const INGRESS = `{{- if .Values.ingress.enabled }}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ include "gw.name" . }}
  labels:
    {{- include "gw.labels" . | nindent 4 }}
  {{- with .Values.ingress.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with .Values.ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- with .Values.ingress.tlsSecret }}
  tls:
    - hosts: [{{ $.Values.ingress.host | quote }}]
      secretName: {{ . }}
  {{- end }}
  rules:
    - host: {{ .Values.ingress.host | quote }}
      http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service:
                name: {{ include "gw.name" . }}
                port:
                  name: http
{{- end }}
`

const NOTES = `The first password of root is in the log:
  kubectl --namespace {{ .Release.Namespace }} logs {{ include "gw.name" . }}-0
`
