{{- /*
  One policy for each component: what may reach it, and what it reaches. Takes a dict with root, component, reaches (names
  of peers), and from (a list of { peers, port }).
*/ -}}
{{- define "nameyard.networkPolicy" -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- $ports := dict
  "database" (list (dict "protocol" "TCP" "port" .root.Values.database.port))
  "broker" (list (dict "protocol" "TCP" "port" .root.Values.broker.port)) -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "nameyard.name" . }}
  labels:
    {{- include "nameyard.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels:
      {{- include "nameyard.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  {{- $from := .from | default list }}
  {{- if not (has .component (list "migration" "admin")) }}
  {{- $from = prepend $from (dict "peers" $policy.monitoring "port" "health") }}
  {{- end }}
  {{- $ingress := list }}
  {{- range $from }}
  {{- if .peers }}
  {{- $ingress = append $ingress (dict "ports" (list (dict "protocol" "TCP" "port" .port)) "from" .peers) }}
  {{- end }}
  {{- end }}
  ingress:
    {{- toYaml $ingress | nindent 4 }}
  egress:
    {{- with $policy.nameResolution }}
    - ports:
        - { protocol: UDP, port: 53 }
        - { protocol: TCP, port: 53 }
      to:
        {{- toYaml . | nindent 8 }}
    {{- end }}
    {{- range .reaches }}
    {{- with get $policy . }}
    - to:
        {{- toYaml . | nindent 8 }}
    {{- end }}
    {{- with get $ports . }}
      ports:
        {{- toYaml . | nindent 8 }}
    {{- end }}
    {{- end }}
    {{- range .components }}
    - to:
        - podSelector:
            matchLabels:
              {{- include "nameyard.selector" (dict "root" $.root "component" .) | nindent 14 }}
    {{- end }}
    {{- if and $policy.tracing (hasKey . "traces") }}
    - to:
        {{- toYaml $policy.tracing | nindent 8 }}
    {{- end }}
{{- end }}
