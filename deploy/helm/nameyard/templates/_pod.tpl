{{- /* The security of every pod and container, as in docker/compose.yaml. 1000 is the user node of the image. */ -}}
{{- define "nameyard.podSecurity" -}}
automountServiceAccountToken: false
# Variables of other services in the namespace would be read as settings.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "nameyard.containerSecurity" -}}
image: {{ include "nameyard.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  readOnlyRootFilesystem: true
  allowPrivilegeEscalation: false
  capabilities: { drop: [ALL] }
{{- end }}

{{- /* Settings of a service that uses the database or the broker. */ -}}
{{- define "nameyard.databaseSettings" -}}
{{- $role := printf "nameyard_%s" (.component | replace "-" "_") -}}
DATABASE_URL: {{ include "nameyard.databaseUrl" (dict "root" .root "user" $role) }}
DATABASE_PASSWORD_FILE: /run/secrets/{{ $role }}
DATABASE_POOL: {{ .pool | quote }}
{{- end }}

{{- define "nameyard.brokerSettings" -}}
{{- with .root.Values.broker -}}
AMQP_URL: {{ .scheme }}://nameyard-{{ $.component }}@{{ required "Set broker.host." .host }}:{{ .port }}
{{- end }}
AMQP_PASSWORD_FILE: /run/secrets/nameyard-{{ .component }}
AMQP_FIXED_TOPOLOGY: 'true'
{{- end }}

{{- /*
  A deployment of one service. Takes a dict: root, component, app (the folder of apps), settings (a map), own (settings of
  the operator, which win), resources; and where needed group, replicas (absent: something scales it), drainSeconds, ports,
  secret (whether the component has one), mounts (a list of { name, path, volume }).
*/ -}}
{{- define "nameyard.deployment" -}}
{{- $root := .root -}}
{{- $settings := merge (dict) (.own | default dict) .settings (dict "HEALTH_HOST" "0.0.0.0" "HEALTH_PORT" "8080") -}}
{{- if $root.Values.trust.configMap -}}
{{- $_ := set $settings "NODE_EXTRA_CA_CERTS" "/trust/ca.crt" -}}
{{- end -}}
{{- if and $root.Values.tracing.endpoint .traces -}}
{{- $_ := set $settings "OTEL_EXPORTER_OTLP_ENDPOINT" $root.Values.tracing.endpoint -}}
{{- $_ := set $settings "OTEL_TRACES_SAMPLER_ARG" $root.Values.tracing.share -}}
{{- end -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "nameyard.name" . }}
  labels:
    {{- include "nameyard.labels" . | nindent 4 }}
spec:
  {{- if hasKey . "replicas" }}
  replicas: {{ .replicas }}
  {{- end }}
  revisionHistoryLimit: 3
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxSurge: 1, maxUnavailable: 0 }
  selector:
    matchLabels:
      {{- include "nameyard.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "nameyard.labels" . | nindent 8 }}
      annotations:
        prometheus.io/scrape: 'true'
        prometheus.io/port: '8080'
    spec:
      {{- include "nameyard.podSecurity" $root | nindent 6 }}
      terminationGracePeriodSeconds: {{ add 40 (.drainSeconds | default 0) }}
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "nameyard.selector" . | nindent 14 }}
      containers:
        - name: {{ .component }}
          {{- include "nameyard.containerSecurity" $root | nindent 10 }}
          command: [node, apps/{{ .app }}/dist/main.js]
          env:
            {{- range $name, $value := $settings }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
          ports:
            - name: health
              containerPort: 8080
            {{- range .ports }}
            - name: {{ .name }}
              containerPort: {{ .port }}
            {{- end }}
          # /readyz answers within 2 seconds, also if the database or the broker is silent. A service has two minutes for
          # its start; it ends by itself if a migration is missing.
          startupProbe:
            httpGet: { path: /readyz, port: health }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 60
          readinessProbe:
            httpGet: { path: /readyz, port: health }
            periodSeconds: 5
            timeoutSeconds: 3
            failureThreshold: 2
          # /healthz asks neither database nor broker: a restart helps only a process that does not answer at all.
          livenessProbe:
            httpGet: { path: /healthz, port: health }
            periodSeconds: 10
            timeoutSeconds: 3
            failureThreshold: 3
          {{- with .drainSeconds }}
          # The process still accepts connections until every proxy knows that it ends.
          lifecycle:
            preStop:
              sleep: { seconds: {{ . }} }
          {{- end }}
          resources:
            {{- toYaml .resources | nindent 12 }}
          volumeMounts:
            - name: tmp
              mountPath: /tmp
            {{- if .secret }}
            - name: secrets
              mountPath: /run/secrets
              readOnly: true
            {{- end }}
            {{- if $root.Values.trust.configMap }}
            - name: trust
              mountPath: /trust
              readOnly: true
            {{- end }}
            {{- range .mounts }}
            - name: {{ .name }}
              mountPath: {{ .path }}
              {{- if not .isWritten }}
              readOnly: true
              {{- end }}
            {{- end }}
      volumes:
        - name: tmp
          emptyDir: { sizeLimit: 64Mi }
        {{- if .secret }}
        - name: secrets
          secret: { secretName: {{ $root.Release.Name }}-{{ .component }}, defaultMode: 288 }
        {{- end }}
        {{- with $root.Values.trust.configMap }}
        - name: trust
          configMap: { name: {{ . }} }
        {{- end }}
        {{- range .mounts }}
        - name: {{ .name }}
          {{- toYaml .volume | nindent 10 }}
        {{- end }}
{{- end }}
