{{/* What the roles differ in. */}}
{{- define "parley.roles" -}}
api: { port: 4000, ready: /readyz, url: api, metrics: true, database: DATABASE_URL, secrets: [PARLEY_ENCRYPTION_KEYS, METRICS_TOKEN] }
# Its leases need sessions of the database, so it does not use PgBouncer.
worker: { port: 4020, ready: /readyz, url: '', metrics: true, database: DATABASE_URL_DIRECT, secrets: [PARLEY_ENCRYPTION_KEYS, SMTP_URL, METRICS_TOKEN] }
dashboard: { port: 3000, ready: /readyz, url: dashboard, metrics: true, database: DATABASE_URL, secrets: [PARLEY_ENCRYPTION_KEYS, BETTER_AUTH_SECRET, SMTP_URL, METRICS_TOKEN] }
checkout: { port: 3001, ready: /readyz, url: checkout, metrics: true, database: DATABASE_URL, secrets: [PARLEY_ENCRYPTION_KEYS, METRICS_TOKEN] }
{{- if .Values.urls.docs }}
docs: { port: 4050, ready: /healthz, url: docs, metrics: false, database: '', secrets: [] }
{{- end }}
{{- end }}

{{- define "parley.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag }}{{ end }}
{{- end }}

{{/* Labels that do not change. Input: a dictionary with root and role. */}}
{{- define "parley.selector" -}}
app.kubernetes.io/name: parley
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "parley.labels" -}}
{{ include "parley.selector" . }}
app.kubernetes.io/version: {{ .root.Values.image.tag | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "parley.podSettings" -}}
automountServiceAccountToken: false
# Variables of Services, such as API_PORT, would be taken for settings.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "parley.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Environment variables that name files of the Secret. Input: database and secrets of a role. */}}
{{- define "parley.secretEnv" -}}
{{- if .database }}
- { name: DATABASE_URL_FILE, value: /run/secrets/parley/{{ .database }} }
{{- end }}
{{- range .secrets }}
- { name: {{ . }}_FILE, value: /run/secrets/parley/{{ . }} }
{{- end }}
{{- end }}

{{/* The volume with the files that the role needs. */}}
{{- define "parley.secretVolume" -}}
- name: secrets
  secret:
    secretName: {{ .root.Values.existingSecret }}
    defaultMode: 0440
    items:
      {{- range concat (prepend .role.secrets .role.database) .root.Values.extraSecretKeys }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
{{- end }}
