{{- /* Labels that select the pods of one component. Takes a dict with root and component, and group for workers. */ -}}
{{- define "nameyard.selector" -}}
app.kubernetes.io/name: nameyard
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- with .group }}
nameyard/worker-group: {{ . }}
{{- end }}
{{- end }}

{{- define "nameyard.labels" -}}
{{ include "nameyard.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- /* The name of the objects of a component. */ -}}
{{- define "nameyard.name" -}}
{{ .root.Release.Name }}-{{ .component }}{{ with .group }}-{{ . }}{{ end }}
{{- end }}

{{- define "nameyard.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "nameyard.publicUrl" -}}
https://{{ required "Set hostname, the host name of the API." .Values.hostname }}
{{- end }}

{{- define "nameyard.databaseUrl" -}}
{{- with .root.Values.database -}}
postgres://{{ $.user }}@{{ required "Set database.host." .host }}:{{ .port }}/{{ .name }}{{ with .parameters }}?{{ . }}{{ end }}
{{- end }}
{{- end }}
